/** What the data plane serves, by the names that scopes of keys use. Each once, here. */
export const ENDPOINTS = ['messages', 'chat_completions', 'responses', 'embeddings', 'models'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Those at which a model is called. */
export type CalledEndpoint = Exclude<Endpoint, 'models'>;
