/**
 * The script that renews the page of an open run. The server sends the run's state line as events, and the script fetches the page
 * when the line has changed. If no events come through, it requests the line every few seconds. While the page is hidden, it requests
 * nothing and keeps no connection open. Details stay open or closed, and the focus stays. While text is selected, the page waits, for a
 * minute at most, so that it can be copied. A slow page is requested less often. If the service does not answer, the page says so, and
 * since when. Once it answers again, the script listens to events again, also if only the events had stopped.
 * DECISIONS 358, 476
 */
export const liveScript = `(()=>{
const main=document.querySelector('main[data-live]')
if(!main)return
const part=(from,id)=>from.querySelector('#'+id)
const named='.t,[aria-labelledby],nav,#head,#lists'
const nameOf=e=>e.id?'#'+CSS.escape(e.id):['aria-labelledby','aria-label'].filter(a=>e.hasAttribute(a)).map(a=>'['+a+'='+CSS.escape(e.getAttribute(a))+']').join('')
const within=(near,what)=>[...near.querySelectorAll(what)].filter(e=>e.closest(named)===near)
const foldsIn=lists=>[...lists.querySelectorAll('details')].map(fold=>{
const near=fold.closest(named)
return[nameOf(near)+' '+within(near,'details').indexOf(fold),fold,near.className]
})
const keepFolds=lists=>{
const kept=new Map(foldsIn(lists).map(([name,{open,was},kind])=>[name,{open,was,kind}]))
return()=>{
for(const[name,fold,kind]of foldsIn(lists)){
const{open,was,kind:before}=kept.get(name)??{}
if(open||kind===before)fold.open=open
if(was!==undefined)fold.was=was
}
}
}
const keepFocus=()=>{
const own=document.activeElement,near=own?.closest?.('#head,#lists')&&own.closest(named)
if(!near)return()=>{}
const name=nameOf(near),href=own.getAttribute('href'),at=within(near,own.tagName).indexOf(own)
return()=>{
const found=main.querySelector(name),same=found?within(found,own.tagName):[]
const next=(href?same.find(e=>e.getAttribute('href')===href):same[at])??found?.querySelector('summary,a')
const shown=next?.checkVisibility?.()===false?found.parentElement.closest('details:not([open])')?.querySelector('summary'):next
shown?.focus({preventScroll:true})
}
}
const isSelecting=()=>{
const{isCollapsed,anchorNode}=getSelection()
return!isCollapsed&&['head','lists'].some(id=>part(main,id).contains(anchorNode))
}
const untilCopied=()=>new Promise(done=>{
const end=()=>{clearTimeout(late);document.removeEventListener('selectionchange',look);done()}
const look=()=>{if(!isSelecting())end()}
const late=setTimeout(end,60000)
document.addEventListener('selectionchange',look)
look()
})
const renew=async()=>{
await untilCopied()
const answer=await fetch(location.pathname+location.search)
if(!answer.ok)throw answer
const page=new DOMParser().parseFromString(await answer.text(),'text/html'),fresh=page.querySelector('main[data-live]')
if(!fresh)return
const restoreFolds=keepFolds(part(main,'lists')),restoreFocus=keepFocus()
for(const id of['head','lists'])part(main,id).replaceChildren(...part(fresh,id).childNodes)
document.title=page.title
restoreFolds()
main.dataset.live=fresh.dataset.live
document.dispatchEvent(new Event('renewed'))
restoreFocus()
}
const away=part(main,'away')
let source,timer,busy,wanted,comeThrough,heardAt=new Date(),silence
const heard=()=>{
heardAt=new Date()
clearTimeout(silence)
silence=undefined
away.textContent=''
}
const miss=()=>{
silence??=setTimeout(()=>{
const[day,time]=heardAt.toISOString().split('T')
away.textContent='The service does not answer. This is what it held at '+day+' '+time.slice(0,5)+' UTC.'
},8000)
}
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
const answer=await fetch(location.pathname+'?state',{signal:AbortSignal.timeout?.(30000)})
if(answer.status===401||answer.status===404)return location.reload()
if(!answer.ok)throw answer
const state=await answer.text(),wasAway=away.textContent
heard()
see(state)
if(wasAway||comeThrough)return listen()
}catch{miss()}
if(isOpen()&&!document.hidden)later(ask,main.dataset.every)
}
const rest=()=>{clearTimeout(timer);source?.close();source=undefined}
const give=()=>{rest();ask()}
const listen=()=>{
rest()
comeThrough=false
if(document.hidden||!isOpen())return
if(!window.EventSource)return ask()
source=new EventSource(location.pathname+'?events')
later(give,10)
source.onmessage=e=>{
comeThrough=true
heard()
see(e.data)
if(e.data.startsWith('open'))later(give,40)
else rest()
}
source.onerror=()=>{
miss()
if(source?.readyState===2)give()
}
}
document.addEventListener('visibilitychange',listen)
addEventListener('pagehide',rest)
addEventListener('pageshow',e=>{if(e.persisted)listen()})
listen()
})()`
