import { SECURE_SIGN_ON_COOKIE, SIGN_ON_COOKIE } from '../../../contracts/management/login.ts';
import { createHostCookie } from '../access/host-cookie.ts';

/** The cookie that binds a sign-on to its browser. The page that completes the sign-on is on this host. */
export const SIGN_ON_HOST_COOKIE = createHostCookie({ plain: SIGN_ON_COOKIE, secure: SECURE_SIGN_ON_COOKIE });
