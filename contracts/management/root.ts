/**
 * The root path of the management plane. It also serves the description, and the types of problems below `/problems/`.
 */
export const MANAGEMENT_ROOT = '/tt/api';

/** The root path of the operations. The path never changes; the version announces changes. */
export const MANAGEMENT_PATH = '/tt/api/v1';

/** The page on which a sign-on begins, and to which the OpenID provider sends the browser back. */
export const SIGN_ON_PAGE = '/tt/sign-on';
