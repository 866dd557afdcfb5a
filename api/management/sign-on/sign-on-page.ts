import { createHash } from 'node:crypto';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:32rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.6rem;margin:0 0 1rem}
button{font:inherit;padding:.5rem 1rem}
`.trim();

/**
 * The script of the page. It begins a sign-on, or completes the one whose answer is in the address. It then removes the
 * answer from the address. Texts of the address and of answers are never interpreted as HTML.
 */
const SCRIPT = `
'use strict';
const status = document.getElementById('status');
const button = document.getElementById('begin');
const post = async (path, body) => {
  const answer = await fetch('${MANAGEMENT_PATH}' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const document = await answer.json();
  if (!answer.ok) throw new Error(document.detail);
  return document;
};
const show = (text) => { status.textContent = text; };
const failed = (error) => { show(error.message); button.hidden = false; };
const begin = async () => {
  button.hidden = true;
  const begun = await post('/sign-on', {});
  location.assign(begun.authorization_url);
};
const complete = async (answer) => {
  history.replaceState(null, '', location.pathname);
  const body = { code: answer.get('code'), state: answer.get('state') };
  if (answer.has('iss')) body.iss = answer.get('iss');
  show('Your sign-on is being checked.');
  const me = await post('/sign-on/complete', body);
  show('You are signed on as ' + me.label + ' with the role ' + me.role + '. You can close this page.');
};
const answer = new URLSearchParams(location.search);
button.addEventListener('click', () => { begin().catch(failed); });
if (answer.has('code') && answer.has('state')) {
  button.hidden = true;
  complete(answer).catch(failed);
} else if (answer.has('error')) {
  show('The provider did not sign you on. Try again, or ask an administrator.');
}
`.trim();

/** The page on which a sign-on begins and ends, as HTML. No part of it comes from a request. */
export const SIGN_ON_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Truetally: sign on</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Truetally</h1>
<p id="status" role="status">Sign on with the account of your organization.</p>
<button id="begin" type="button">Sign on</button>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content policy of the page: this script, this style, and requests to this origin. */
export const SIGN_ON_POLICY = [
  `default-src 'none'`,
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');
