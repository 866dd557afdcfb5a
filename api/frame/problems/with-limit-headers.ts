/** The part of an OpenAPI document with the responses of operations. */
interface Described {
  readonly paths?: object;
  readonly components?: { readonly headers?: object };
}

interface Operation {
  readonly responses?: Readonly<Record<string, { headers?: Record<string, object> }>>;
}

/** The schema of a list of structured items: each is the quoted name of a limit with integer parameters. */
const items = (parameters: string): object => ({
  type: 'string',
  maxLength: 120,
  pattern: `^("(address|credential)"${parameters}(, )?){1,2}$`,
});

const HEADERS = {
  RateLimit: {
    description: 'The rest of each limit: `r` requests for the next `t` seconds',
    schema: items(';r=[0-9]+;t=[0-9]+'),
  },
  'RateLimit-Policy': {
    description: 'Each limit: `q` requests in `w` seconds',
    schema: items(';q=[0-9]+;w=[0-9]+'),
  },
  'Retry-After': {
    description: 'The number of seconds after which the request can be retried',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 60 },
  },
};

/**
 * Describes the headers of `rate-limits.ts` and `retry-after.ts` once. References them from every response of a limited
 * operation, and from every response after which a retry is useful.
 */
export function withLimitHeaders<Document extends Described>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path: Record<string, Operation>) =>
    Object.values(path),
  );
  for (const { responses = {} } of operations) {
    const limits = responses['429'] === undefined ? [] : ['RateLimit', 'RateLimit-Policy'];
    for (const [status, response] of Object.entries(responses)) {
      const names = [...limits, ...(status === '429' || status === '503' ? ['Retry-After'] : [])];
      if (names.length === 0) continue;
      const referred = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
      response.headers = { ...response.headers, ...(Object.fromEntries(referred) as Record<string, object>) };
    }
  }
  return {
    ...document,
    components: { ...document.components, headers: { ...document.components?.headers, ...HEADERS } },
  };
}
