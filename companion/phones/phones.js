"use strict";
const main = document.querySelector("main[data-news]"), lost = document.querySelector("#lost"), told = document.querySelector("#told");
// Says by itself what has changed in the words that matter: a screen reader need not read the whole page again.
const tell = () => {
  const words = [...main.querySelectorAll("[data-told]")].map((part) => part.textContent).join(" ");
  if (told.textContent !== words) told.textContent = words;
};
// Puts new content in; who was at a button stays at it, or at the one in its place, and an open map stays open.
const renew = (content) => {
  const touchable = () => [...main.querySelectorAll("button, summary")], had = document.activeElement, at = touchable().indexOf(had);
  const open = [...main.querySelectorAll("details[open]")].map((part) => part.id);
  main.innerHTML = content;
  for (const part of main.querySelectorAll("details")) part.open = open.includes(part.id);
  if (at >= 0) (document.getElementById(had.id) ?? touchable()[Math.min(at, touchable().length - 1)])?.focus({ preventScroll: true });
  tell();
};
if (main) {
  tell();
  const news = new EventSource(main.dataset.news);
  news.onopen = () => { lost.hidden = true; };
  news.onmessage = (said) => { lost.hidden = true; renew(JSON.parse(said.data)); };
  news.addEventListener("gone", (said) => { news.close(); lost.hidden = true; renew(JSON.parse(said.data)); });
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
