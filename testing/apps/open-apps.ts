import type { ApiApp } from '../../api/frame/api-app.ts';

/** The open applications of this test file, which `close-apps.ts` closes. */
export const openApps = new Set<ApiApp>();
