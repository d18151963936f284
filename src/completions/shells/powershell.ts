/**
 * The completion script of PowerShell. It is ASCII, because Windows PowerShell 5.1 reads a script without a byte order mark
 * as ANSI.
 */
export const powershell = `# PowerShell completion for testctl
# Load it: testctl completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName testctl -ScriptBlock {
    param([string] $wordToComplete, $commandAst, [int] $cursorPosition)
    Set-StrictMode -Off
    $ErrorActionPreference = 'SilentlyContinue'

    # What stands on the line up to the cursor, word by word; none of it is evaluated.
    $line = $commandAst.Extent.StartScriptPosition.GetFullScript()
    $words = @()
    $end = $commandAst.CommandElements[0].Extent.EndOffset
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        $start = $element.Extent.StartOffset
        if ($start -ge $cursorPosition) { break }
        $end = [Math]::Min($element.Extent.EndOffset, $cursorPosition)
        $words += $line.Substring($start, $end - $start)
    }
    $rest = $line.Substring($end, [Math]::Max($cursorPosition, $end) - $end)
    if ($words.Count -eq 0 -or $rest -match '\\s') { $words += '' } else { $words[-1] += $rest }
    $quotes = '["''\\x60\\u2018-\\u201f]'
    $words = @($words -replace $quotes, '')

    # Of a list only what follows the last comma is replaced; what stands before it is left out of what is offered.
    $typed = $words[-1]
    $replaced = $wordToComplete -replace $quotes, ''
    $before = ''
    if ($typed.EndsWith($replaced, [StringComparison]::Ordinal)) {
        $before = $typed.Substring(0, $typed.Length - $replaced.Length)
    }

    # Nothing in an argument may mean anything to an interpreter in between (testctl.cmd).
    $arguments = @('__complete', '--') + @($words -replace '[^\\p{L}\\p{M}\\p{N} @+=:,.\\\\/_-]', '_')
    if ($typed -eq '') {
        # An argument that is empty gets lost where quotes are not added to it.
        $source = (Get-Command testctl | Select-Object -First 1).Source
        $losesEmpty = $PSVersionTable.PSVersion -lt [version] '7.3' -or
            $PSNativeCommandArgumentPassing -eq 'Legacy' -or
            ($PSNativeCommandArgumentPassing -eq 'Windows' -and $source -match '\\.(cmd|bat)$')
        if ($losesEmpty) { $arguments[-1] = '""' }
    }

    # The answer is UTF-8, and the exit code of the command before stays to be seen.
    $exitCode = $global:LASTEXITCODE
    $encoding = [Console]::OutputEncoding
    try { [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false } catch { }
    try { $answers = @(& testctl @arguments 2>$null) } catch { $answers = @() }
    try { [Console]::OutputEncoding = $encoding } catch { }
    $global:LASTEXITCODE = $exitCode

    $offer = {
        param([string] $value, [string] $shown, [string] $description)
        $text = $value
        if ($value.StartsWith($before, [StringComparison]::Ordinal)) { $text = $value.Substring($before.Length) }
        if ($text -eq '') { return }
        if ($text -notmatch '^[\\p{L}\\p{N}_./\\\\:=+%-]+$') {
            $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($text) + "'"
        }
        if ($description -eq '') { $description = $shown }
        New-Object System.Management.Automation.CompletionResult $text, $shown, 'ParameterValue', $description
    }

    $offered = @(foreach ($answer in $answers) {
        $value, $description = $answer -split '\\t', 2
        if ($value -ne ':files') {
            if ($value -ne '') { & $offer $value $value $description }
            continue
        }
        # What stands before the name of the file (--from=) stays; a file: that was not typed is put before it.
        $kept = $description
        if (-not $typed.StartsWith($kept, [StringComparison]::Ordinal)) { $kept = $kept -creplace 'file:$', '' }
        $name = $typed
        if ($typed.StartsWith($kept, [StringComparison]::Ordinal)) { $name = $typed.Substring($kept.Length) }
        foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($name)) {
            $path = $file.CompletionText
            if ($path -match '^''(.*)''$') { $path = $Matches[1] -replace '([''\\u2018-\\u201b])\\1', '$1' }
            & $offer ($description + $path) $file.ListItemText $file.ToolTip
        }
    })
    # Where nothing at all is answered PowerShell would offer files.
    if ($offered.Count -eq 0) { '' } else { $offered }
}
`
