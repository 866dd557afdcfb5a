import { startSearch } from './search-box.mjs';

const { root } = document.documentElement.dataset;

startSearch(root);
startTheme();
startMenu();
for (const block of document.querySelectorAll('div.code:has([class*="language-"])')) addCopyButton(block);
if (document.querySelector('.mermaid') !== null) drawDiagrams();
showCurrentPage();

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Sets up the button that switches between light and dark. The choice is stored if the browser allows it. */
function startTheme() {
  document.querySelector('button.theme').addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Pages that are opened as files may not be able to store anything.
    }
    if (document.querySelector('.mermaid') !== null) location.reload();
  });
}

/** Scrolls only the sidebar, so that the page stays at its top. */
function showCurrentPage() {
  const sidebar = document.querySelector('nav');
  const link = sidebar.querySelector('[aria-current]');
  if (link !== null) sidebar.scrollTop = link.offsetTop - sidebar.clientHeight / 2;
}

function startMenu() {
  const button = document.querySelector('button.menu');
  button.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(isOpen));
    showCurrentPage();
  });
}

function addCopyButton(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });
  block.append(button);
}

function drawDiagrams() {
  const { mermaid } = globalThis;
  const { fontFamily } = getComputedStyle(document.body);
  mermaid.initialize({ startOnLoad: false, theme: isDark() ? 'dark' : 'neutral', fontFamily });
  void mermaid.run();
}
