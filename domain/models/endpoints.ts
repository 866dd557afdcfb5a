import { CALLED_ENDPOINTS, type CalledEndpoint } from './protocols.ts';

export type Endpoint = CalledEndpoint | 'models';

/** All that the data plane serves. */
export const ENDPOINTS: readonly Endpoint[] = [...CALLED_ENDPOINTS, 'models'];
