/** The style of the page, light or dark by the reader's system. Outcomes are words; colour only adds to them. */
export const reportStyle = `
:root { color-scheme: light dark; --text: #1b1f24; --page: #ffffff; --line: #d0d7de; --muted: #57606a;
  --held: #116329; --broken: #b42318; --unchecked: #57606a; --differs: #6b4f00; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --page: #0d1117; --line: #30363d; --muted: #9da7b3;
    --held: #56d364; --broken: #ff8a80; --unchecked: #9da7b3; --differs: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 0; }
.summary { color: var(--muted); margin: .25rem 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
section dl { margin: .25rem 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; }
th, td { border-top: 1px solid var(--line); padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
th[scope="row"], td:nth-child(2):not(:last-child) { white-space: nowrap; }
p { margin: 0; }
pre { margin: 0; overflow: auto; max-height: 30rem; }
summary { cursor: pointer; color: var(--muted); padding: .25rem 0; }
ul { margin: 0; padding-left: 1.25rem; }
.outcome { font-weight: 600; }
.held > .outcome, .held > td > .outcome { color: var(--held); }
.broken > h2 > .outcome, .broken > .outcome, .broken > td > .outcome { color: var(--broken); }
.unchecked > .outcome, .unchecked > td > .outcome { color: var(--unchecked); }
.differs > h2 > .outcome, .differs > .outcome, .differs > td > .outcome { color: var(--differs); }
.basis { color: var(--muted); }
`;
