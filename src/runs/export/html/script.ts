/**
 * The script of a report: search, filters and keys. It is text, so that every build of testctl writes the same
 * bytes. Everything can be read if scripts are disabled. At most 5 KB. DECISIONS 359
 */
export const reportScript = `(()=>{
const all=s=>[...document.querySelectorAll(s)],find=document.getElementById('find')
if(!find)return
const [query,result,person,part]=find.elements,said=find.querySelector('output')
let rows,inside,lists,folds,texts
const collect=()=>{
rows=all('.t')
const at=new Map(rows.map((row,at)=>[row,at])),within=g=>[g,[...g.querySelectorAll('.t')].map(row=>at.get(row))]
inside=all('.g').map(within)
lists=all('.rows').map(within)
folds=all('.fold').map(within)
texts=undefined
}
collect()
const results=[...result.options]
const offer=(select,options)=>{
const {value}=select
if(value&&!options.some(o=>o.value===value))options.push(new Option(value,value))
const line=own=>own.map(o=>o.value).join('\\n')
if(line(options)===line([...select.options].slice(1)))return
select.replaceChildren(results[0].cloneNode(true),...options)
select.value=value
}
const fill=(select,values)=>{
const known=[...new Set(values.filter(Boolean))].sort((a,b)=>a<b?-1:1)
select.parentElement.hidden=!select.value&&(known.length<1||known.length>2000)
if(!select.parentElement.hidden)offer(select,known.map(value=>new Option(value,value)))
}
const choices=()=>{
fill(person,rows.map(r=>r.dataset.w))
fill(part,rows.map(r=>r.dataset.s))
offer(result,results.slice(1).filter(o=>o.value===result.value||rows.some(r=>r.classList.contains(o.value))))
}
choices()
const form=text=>text.normalize('NFKD').replace(/[\\u0300-\\u036f]/g,'').normalize('NFC').toUpperCase()
const wordsIn=row=>form([row.id,...[...row.querySelectorAll('bdi,pre,em,.id,.why')].map(e=>e.textContent)].join('\\n'))
const prepare=()=>texts??=rows.map(wordsIn)
const apply=()=>{
prepare()
const words=form(query.value).split(/\\s+/).filter(Boolean)
const active=words.length>0||result.value!==''||person.value!==''||part.value!==''
const fits=rows.map((row,at)=>(!result.value||row.classList.contains(result.value))&&(!person.value||row.dataset.w===person.value)
&&(!part.value||row.dataset.s===part.value)&&words.every(word=>texts[at].includes(word)))
const left=own=>own.reduce((sum,at)=>sum+fits[at],0)
const show=(group,is)=>{if(group.hidden===is)group.hidden=!is}
for(const [list,own] of lists){
const some=left(own)
show(list,some>0)
if(some>0&&(some<own.length||list.cut)){
for(const at of own)show(rows[at],fits[at])
list.cut=some<own.length
list.style.containIntrinsicSize=list.cut?'auto '+some*2.4+'rem':''
}
}
for(const [group,own] of inside)show(group,left(own)>0)
for(const [fold,own] of folds){
fold.was??=fold.open
const open=fold.was||active&&left(own)<=300
if(fold.open!==open)fold.open=open
if(!active)delete fold.was
}
const count=left(rows.map((_,at)=>at))
said.textContent=active?count+' of '+rows.length+' tests'+(document.querySelector('[data-page]')?' on this page':''):''
}
find.addEventListener('input',apply)
find.addEventListener('submit',e=>e.preventDefault())
find.hidden=false
if(window.requestIdleCallback)requestIdleCallback(prepare)
const go=step=>{
const seen=rows.filter(r=>r.offsetParent)
const at=seen.indexOf(document.activeElement.closest('.t'))
const next=seen[at<0?(step>0?0:seen.length-1):at+step]
if(!next)return
next.querySelector('summary,a').focus()
next.scrollIntoView({block:'nearest'})
}
document.addEventListener('keydown',e=>{
if(e.ctrlKey||e.metaKey||e.altKey)return
const typing=/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)
if(e.key==='Escape'&&e.target===query){query.value='';apply();query.blur()}
if(typing)return
if(e.key==='/'){e.preventDefault();query.focus()}
if(e.key==='j')go(1)
if(e.key==='k')go(-1)
})
const reveal=()=>{
let name
try{name=decodeURIComponent(location.hash.slice(1))}catch{return}
const row=name&&document.getElementById(name)
if(!row||!row.classList.contains('t'))return
if(row.closest('[hidden]')){find.reset();apply()}
for(let at=row;at;at=at.parentElement)if(at.tagName==='DETAILS')at.open=true
const own=row.querySelector('details')
if(own)own.open=true
row.scrollIntoView({block:'center'})
}
document.addEventListener('renewed',()=>{collect();choices();apply()})
addEventListener('hashchange',reveal)
reveal()
})()`
