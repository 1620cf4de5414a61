// SPDX-License-Identifier: Apache-2.0
const frame = document.querySelector('iframe[data-perfuse]');
if (frame !== null) {
  const origin = new URL(frame.src).origin;
  window.addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow || data?.source !== 'perfuse') return;
    if (data.type === 'height') frame.style.height = `${Math.max(500, data.height)}px`;
    const item = document.createElement('li');
    item.textContent = data.type === 'height' ? `height ${data.height}` : data.type;
    document.querySelector('#messages').append(item);
    if (data.type === 'finished') window.location.assign(data.address);
  });
}

const live = document.querySelector('[data-live]');
async function refresh() {
  const text = await (await fetch(window.location.href)).text();
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-live]');
  if (fresh !== null && fresh.innerHTML !== live.innerHTML)
    live.replaceChildren(...fresh.childNodes);
}
if (live !== null) setInterval(() => void refresh().catch(() => {}), 2000);
