"use strict";
const main = document.querySelector("main[data-news]"), lost = document.querySelector("#lost");
if (main) {
  const news = new EventSource(main.dataset.news);
  news.onopen = () => { lost.hidden = true; };
  news.onmessage = (said) => { lost.hidden = true; main.innerHTML = JSON.parse(said.data); };
  news.addEventListener("gone", (said) => { news.close(); lost.hidden = true; main.innerHTML = JSON.parse(said.data); });
  news.onerror = () => {
    lost.hidden = false;
    if (news.readyState === EventSource.CLOSED) lost.textContent = lost.dataset.gone;
  };
  main.addEventListener("submit", (touched) => {
    touched.preventDefault();
    const wish = new URLSearchParams(new FormData(touched.target));
    wish.append(touched.submitter.name, touched.submitter.value);
    fetch(touched.target.action, { method: "POST", body: wish, redirect: "manual" }).catch(() => { lost.hidden = false; });
  });
}
