import { CALLED_ENDPOINTS, type CalledEndpoint } from './protocols.ts';

export type Endpoint = CalledEndpoint | 'models';

/** All endpoints of the data plane. */
export const ENDPOINTS: readonly Endpoint[] = [...CALLED_ENDPOINTS, 'models'];
