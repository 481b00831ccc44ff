"use strict";
// Shows news and sends touches. Dead connections and refused touches are always reported.

const SILENCE = 25000; // milliseconds without any news after which the line counts as dead; the table beats every eight seconds
const PATIENCE = 5000; // milliseconds for which an answer to a touch is waited for
const RETRY = 2000; // milliseconds until a line that could not be opened is tried again
const TOUCHED = 400; // milliseconds in which a second touch is taken for a part of the first one
const SHOWN = 8000; // milliseconds for which it is said what has become of a touch

const main = document.querySelector("main[data-news]");
const lost = document.querySelector("#lost");
const said = document.querySelector("#said");
const announcer = document.querySelector("#announcer");
const voiceButton = document.querySelector("#voice");
let news = null;
let beat = ""; // the number of the last event, which goes with every touch
let heard = 0; // when it came
let ended = false; // this code is not valid any more
let sending = false;
let touched = 0;
let hiding = 0;
let watching = 0;
let reading = false; // changed words are read aloud
let read = ""; // what was read aloud last

function alive() {
  return news !== null && news.readyState === EventSource.OPEN && Date.now() - heard < SILENCE;
}

function trying() {
  // A slow network takes its time; repeated restarts would never succeed.
  return news !== null && news.readyState === EventSource.CONNECTING && Date.now() - heard < PATIENCE;
}

function say(words) {
  clearTimeout(hiding);
  said.textContent = words;
  said.hidden = !words;
  if (words) hiding = setTimeout(() => say(""), SHOWN);
}

function hear(event) {
  if (event.lastEventId) beat = event.lastEventId;
  heard = Date.now();
  lost.hidden = true;
}

// Announces changed words, so that a screen reader need not read the whole page again.
function tell() {
  const words = [...main.querySelectorAll("[data-announce]")].map((part) => part.textContent).join(" ");
  if (announcer.textContent !== words) announcer.textContent = words;
  readAloud();
}

// A voice of this device: others send the words over a network.
function localVoice() {
  const code = document.documentElement.lang;
  const voices = window.speechSynthesis ? window.speechSynthesis.getVoices() : [];
  return voices.find((one) => one.localService && one.lang.toLowerCase().startsWith(code)) ?? null;
}

function offerVoice() {
  if (voiceButton) voiceButton.hidden = !localVoice();
}

// Reads changed words; what is still being read of older ones is dropped.
function readAloud() {
  const parts = [...main.querySelectorAll("[data-announce]")].map((part) => part.dataset.announce || part.textContent);
  const words = parts.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(" ");
  if (!reading || words === read) return;
  read = words;
  window.speechSynthesis.cancel();
  if (!words) return;
  const speech = new SpeechSynthesisUtterance(words);
  speech.voice = localVoice();
  speech.lang = document.documentElement.lang;
  window.speechSynthesis.speak(speech);
}

function switchVoice() {
  reading = !reading;
  read = "";
  voiceButton.setAttribute("aria-pressed", String(reading));
  if (reading) readAloud();
  else window.speechSynthesis.cancel();
}

// Replaces the content; focus, typed text and open parts are kept.
function show(html) {
  const touchable = () => [...main.querySelectorAll("button, summary")];
  const had = document.activeElement, at = touchable().indexOf(had);
  const open = [...main.querySelectorAll("details[open]")].map((part) => part.id);
  const written = [...main.querySelectorAll("input:not([type=hidden])")].filter((one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked);
  const typing = main.contains(had) && had.tagName === "INPUT" ? had : null;
  const caret = typing && typing.type === "text" ? [typing.selectionStart, typing.selectionEnd] : null;
  main.innerHTML = html;
  for (const part of main.querySelectorAll("details")) part.open = open.includes(part.id);
  for (const one of written) {
    for (const other of main.querySelectorAll(`input[name="${one.name}"]`)) {
      if (one.type === "radio") other.checked = other.value === one.value ? one.checked : other.checked;
      else other.value = one.value;
    }
  }
  if (typing) {
    const now = main.querySelector(`input[name="${typing.name}"]`);
    if (now) now.focus({ preventScroll: true });
    if (now && caret) now.setSelectionRange(...caret);
  } else if (at >= 0) {
    (document.getElementById(had.id) ?? touchable()[Math.min(at, touchable().length - 1)])?.focus({ preventScroll: true });
  }
  tell();
}

function connect() {
  if (ended) return;
  if (news) news.close();
  heard = Date.now();
  const line = new EventSource(main.dataset.news);
  news = line;
  line.onopen = (event) => { lost.textContent = lost.dataset.words; hear(event); };
  line.onmessage = (event) => { hear(event); show(JSON.parse(event.data)); };
  line.addEventListener("beat", hear);
  line.addEventListener("said", (event) => { hear(event); say(JSON.parse(event.data)); });
  line.addEventListener("moved", (event) => { ended = true; line.close(); location.replace(JSON.parse(event.data)); });
  line.addEventListener("gone", (event) => { ended = true; line.close(); lost.hidden = true; show(JSON.parse(event.data)); });
  line.onerror = () => {
    lost.hidden = false;
    // A browser reconnects by itself after a broken line, but not after an error.
    if (line.readyState === EventSource.CLOSED) { line.close(); setTimeout(() => { if (news === line) refused(); }, RETRY); }
  };
}

async function refused() {
  // A browser does not say why the stream is refused, so ask once by hand.
  const asking = new AbortController();
  const limit = setTimeout(() => asking.abort(), PATIENCE);
  try {
    const answer = await fetch(main.dataset.news, { signal: asking.signal, headers: { Accept: "text/plain" } });
    if (answer.status === 403) { location.reload(); return; }
    if (answer.status >= 400) lost.textContent = await answer.text();
    if (answer.status === 404) { ended = true; return; }
  } catch { /* the table does not answer, which is said already */ } finally {
    clearTimeout(limit);
    asking.abort();
  }
  connect();
}

function look() {
  if (ended || document.hidden) return;
  if (!alive() && !trying()) { lost.hidden = false; connect(); }
}

async function send(form, button) {
  if (!alive()) { lost.hidden = false; look(); say(main.dataset.dead); return; }
  const wish = new URLSearchParams(new FormData(form));
  if (button && button.name) wish.append(button.name, button.value);
  wish.append("beat", beat);
  sending = true;
  document.body.classList.add("sending");
  try {
    const answer = await fetch(form.action, { method: "POST", body: wish, redirect: "manual", signal: AbortSignal.timeout(PATIENCE), headers: { Accept: "text/plain" } });
    say(answer.status >= 400 ? await answer.text() : "");
  } catch {
    lost.hidden = false;
    say(main.dataset.dead);
    connect();
  } finally {
    sending = false;
    touched = Date.now();
    document.body.classList.remove("sending");
  }
}

if (main) {
  tell();
  connect();
  watching = setInterval(look, 2000);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  window.addEventListener("online", look);
  offerVoice();
  window.speechSynthesis?.addEventListener?.("voiceschanged", offerVoice);
  voiceButton?.addEventListener("click", switchVoice);
  main.addEventListener("submit", (event) => {
    event.preventDefault();
    // The second tap may hit another button that has just moved under the finger.
    if (sending || Date.now() - touched < TOUCHED) return;
    send(event.target, event.submitter);
  });
}
