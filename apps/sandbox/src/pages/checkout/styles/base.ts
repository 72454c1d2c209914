/** Colours, type, and the frame of a page. Logical properties make it right in both directions. */
export const base: string = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --surface: #ffffff; --sunken: #f4f6f8; --line: #d5dce4; --edge: #77879a;
  --text: #18222f; --muted: #526174;
  --accent: #0b6557; --accent-strong: #084c42; --on-accent: #ffffff; --focus: #1d4ed8;
  --danger: #b3231b; --danger-surface: #fdf1f0; --note: #7a4b00; --note-surface: #fff6e0;
  --good: #0b6557; --good-surface: #e8f5f1;
  --shadow: 0 1px 2px rgb(16 30 54 / 6%), 0 8px 24px rgb(16 30 54 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f151d; --surface: #18212c; --sunken: #111921; --line: #2d3a49; --edge: #8494a7;
    --text: #e9eef4; --muted: #aab7c6;
    --accent: #5fd3bc; --accent-strong: #86e3d0; --on-accent: #05251f; --focus: #8ab4ff;
    --danger: #ff9a92; --danger-surface: #331a1b; --note: #ffd184; --note-surface: #2f2614;
    --good: #5fd3bc; --good-surface: #12302b;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; display: flex; flex-direction: column;
  background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Tahoma, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
.top, .bottom, main { inline-size: 100%; max-inline-size: 60rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 1.25rem; }
.top p, .bottom p { margin: 0; }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 600; }
.lock { color: var(--accent); flex: none; }
.badge {
  padding: .125rem .625rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap;
  color: var(--note); background: var(--note-surface);
}
main { flex: 1; padding-block: .5rem 2rem; }
.bottom {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 2rem;
  padding-block: 1.25rem 2rem; font-size: .875rem; color: var(--muted);
}
.languages { display: flex; gap: 1rem; margin: 0; padding: 0; list-style: none; }
.languages a, .languages span { display: inline-block; padding-block: .5rem; }
.languages span { font-weight: 600; color: var(--text); }
h1 { margin: 0 0 1.25rem; font-size: clamp(1.5rem, 1.25rem + 1.4vw, 2rem); line-height: 1.25; letter-spacing: -.01em; }
[lang="ar"] h1 { letter-spacing: 0; }
h2 { margin: 0 0 .75rem; font-size: 1.0625rem; line-height: 1.4; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.columns { display: grid; gap: 1.25rem; align-items: start; }
@media (min-width: 48rem) { .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 2rem; } }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .875rem; padding: clamp(1.125rem, 3vw, 1.75rem); box-shadow: var(--shadow); }
main:has(> .narrow) { max-inline-size: 38rem; }
.lead { font-size: 1.0625rem; }
.note, .hint { color: var(--muted); font-size: .875rem; }
@media (prefers-reduced-motion: no-preference) { .button { transition: background-color .12s ease, border-color .12s ease; } }
@media (forced-colors: active) { .button, .badge, .status { border: 1px solid; } }
`;
