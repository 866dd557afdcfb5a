/** The part of an OpenAPI document with the responses of operations. */
interface Described {
  readonly paths?: object;
  readonly components?: { readonly headers?: object };
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string }[];
  readonly responses?: Readonly<Record<string, { headers?: Record<string, object> }>>;
}

const HEADERS = {
  Location: {
    description: 'The path at which the created resource can be read, on this service',
    required: true,
    schema: { type: 'string', maxLength: 256, pattern: '^/[!-~]+$' },
  },
  'Idempotent-Replayed': {
    description: 'Present if this response repeats the first one for the key, and the request created nothing',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Describes these headers once, and references them from every response that states a creation. */
export function withCreationHeaders<Document extends Described>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path: Record<string, Operation>) =>
    Object.values(path),
  );
  const used = new Set<string>();
  for (const { parameters = [], responses = {} } of operations) {
    const keepsKeys = parameters.some(({ name }) => name === 'idempotency-key');
    const names = ['Location', ...(keepsKeys ? ['Idempotent-Replayed'] : [])];
    const referred = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
    for (const response of [responses['201'], responses['202']]) {
      if (response === undefined) continue;
      response.headers = { ...response.headers, ...referred };
      names.forEach((name) => used.add(name));
    }
  }
  const described = Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
  return {
    ...document,
    components: { ...document.components, headers: { ...document.components?.headers, ...described } },
  };
}
