/** Where a model is called on the data plane, by the names that scopes of keys use. */
export const CALLED_ENDPOINTS = ['messages', 'chat_completions', 'responses', 'embeddings'] as const;
export type CalledEndpoint = (typeof CALLED_ENDPOINTS)[number];

/** All that the data plane serves. */
export const ENDPOINTS = [...CALLED_ENDPOINTS, 'models'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];
