import type { ApiApp } from '../../api/frame/api-app.ts';

/** The applications that the tests of this file have made: `close-apps.ts` closes them. */
export const openApps = new Set<ApiApp>();
