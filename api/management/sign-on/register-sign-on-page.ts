import { SIGN_ON_PAGE } from '../../../contracts/management/root.ts';
import type { ApiApp } from '../../frame/api-app.ts';
import type { SignOnPorts } from '../access/sign-on-ports.ts';
import { requireSignOn } from './require-sign-on.ts';
import { SIGN_ON_HTML, SIGN_ON_POLICY } from './sign-on-page.ts';

/** Registers the page on which a sign-on begins, and to which the provider sends the browser back. */
export function registerSignOnPage(app: ApiApp, ports: SignOnPorts): void {
  app.get(SIGN_ON_PAGE, { schema: { hide: true } }, (_request, reply) => {
    requireSignOn(ports);
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', SIGN_ON_POLICY)
      .send(SIGN_ON_HTML);
  });
}
