// Adds a button to each code block that copies its code. Without this script the page lacks nothing else.
const spoken = document.createElement('div');
spoken.role = 'status';
spoken.className = 'spoken';
document.body.append(spoken);

async function copy(code) {
  // Only pages from a disk, localhost or https have a clipboard.
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
  getSelection().selectAllChildren(code);
  if (!document.execCommand('copy')) throw new Error('The browser refused to copy.');
}

for (const code of document.querySelectorAll('pre > code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.onclick = async () => {
    const result = await copy(code).then(
      () => 'Copied',
      () => 'Not copied',
    );
    button.textContent = result;
    spoken.textContent = result;
    setTimeout(() => {
      button.textContent = 'Copy';
      spoken.textContent = '';
    }, 2_000);
  };
  code.before(button);
}
