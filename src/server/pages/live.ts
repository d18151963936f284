/**
 * Renews the page of a run that goes on. The server sends a line that says what the run holds, and the page is asked for
 * where that has changed; where no events come through, the line is asked for every few seconds. Nothing is asked or kept
 * open while the page is hidden. What was opened stays open. A slow page is requested less often.
 */
export const liveScript = `(()=>{
const main=document.querySelector('main[data-live]')
if(!main)return
const part=(from,id)=>from.querySelector('#'+id)
const openIn=lists=>[...lists.querySelectorAll('details[open]')].map(d=>(d.closest('[id]')||d.parentElement.closest('[aria-labelledby]'))?.id).filter(Boolean)
const renew=async()=>{
const answer=await fetch(location.pathname+location.search)
if(!answer.ok)throw answer
const fresh=new DOMParser().parseFromString(await answer.text(),'text/html').querySelector('main')
if(!fresh)return
const lists=part(main,'lists'),focused=document.activeElement?.closest?.('#lists .t')?.id,open=openIn(lists)
const folds=[...lists.querySelectorAll('.fold')].map(f=>f.open)
for(const id of['head','lists'])part(main,id).replaceChildren(...part(fresh,id).childNodes)
for(const id of open){const own=document.getElementById(id)?.querySelector('details');if(own)own.open=true}
;[...lists.querySelectorAll('.fold')].forEach((f,at)=>{f.open=folds[at]??f.open})
if(focused)document.getElementById(focused)?.querySelector('summary,a')?.focus({preventScroll:true})
main.dataset.live=fresh.dataset.live
document.dispatchEvent(new Event('renewed'))
}
let source,timer,busy,wanted
const see=async state=>{
wanted=state
if(busy||state===main.dataset.live)return
busy=true
const begun=performance.now()
try{await renew()}catch{later(listen,10)}
setTimeout(()=>{
busy=false
if(!document.hidden&&wanted!==state)see(wanted)
},Math.max(1000,9*(performance.now()-begun)))
}
const isOpen=()=>main.dataset.live.startsWith('open')
const later=(then,seconds)=>{clearTimeout(timer);timer=setTimeout(then,seconds*1000)}
const ask=async()=>{
try{
const answer=await fetch(location.pathname+'?state')
if(answer.status===401||answer.status===404)return location.reload()
if(answer.ok)await see(await answer.text())
}catch{}
if(isOpen()&&!document.hidden)later(ask,main.dataset.every)
}
const rest=()=>{clearTimeout(timer);source?.close();source=undefined}
const give=()=>{rest();ask()}
const listen=()=>{
rest()
if(document.hidden||!isOpen())return
if(!window.EventSource)return ask()
source=new EventSource(location.pathname+'?events')
later(give,10)
source.onmessage=e=>{
clearTimeout(timer)
see(e.data)
if(!e.data.startsWith('open'))rest()
}
source.onerror=()=>{if(source?.readyState===2)give()}
}
document.addEventListener('visibilitychange',listen)
addEventListener('pagehide',rest)
addEventListener('pageshow',e=>{if(e.persisted)listen()})
listen()
})()`
