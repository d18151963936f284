/**
 * Renews the page of a run that goes on: every few seconds it asks for a line that says what the run holds, and for the page
 * where that has changed. Nothing is asked while nobody looks. What was opened stays open.
 */
export const liveScript = `(()=>{
const main=document.querySelector('main[data-live]')
if(!main)return
const part=(from,id)=>from.querySelector('#'+id)
const openIn=lists=>[...lists.querySelectorAll('details[open]')].map(d=>(d.closest('[id]')||d.parentElement.closest('[aria-labelledby]'))?.id).filter(Boolean)
const renew=async()=>{
const answer=await fetch(location.pathname+location.search)
if(!answer.ok)return
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
const tick=async()=>{
try{
if(!document.hidden){
const answer=await fetch(location.pathname+'?state')
if(answer.status===401)return location.reload()
if(answer.ok&&await answer.text()!==main.dataset.live)await renew()
}
}catch{}
if(main.dataset.live.startsWith('open'))setTimeout(tick,main.dataset.every*1000)
}
if(main.dataset.live.startsWith('open'))setTimeout(tick,main.dataset.every*1000)
})()`
