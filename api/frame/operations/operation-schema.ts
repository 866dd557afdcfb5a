import { Type, type TSchema } from 'typebox';
import type { FastifySchema } from 'fastify';
import type { BareAnswer, FileAnswer, Operation } from '../../../contracts/wire/operations/operation.ts';
import { pathIdsSchema } from '../../../contracts/wire/path-ids.ts';
import { problemResponses } from '../description/problem-responses.ts';
import type { Lane } from '../lane/lane.ts';
import { IdempotencyHeaderSchema, acceptsIdempotencyKey } from '../writes/idempotency.ts';
import type { Media, OperationRoute } from './operation-handler.ts';

/** The schema of the body of an operation without a body. */
const NoBodySchema = Type.Object({}, { additionalProperties: false, description: 'No body, or an empty object' });

/** The schema of the query of an operation without a query. */
const NoQuerySchema = Type.Object({}, { additionalProperties: false });

/** The schemas and the description of an operation's route. */
export function operationSchema(
  lane: Lane,
  { name, operation, query = NoQuerySchema, body = NoBodySchema, media }: OperationRoute,
): FastifySchema {
  const {
    method,
    path,
    success,
    answer,
    file,
    refusals,
    tag,
    summary,
    description,
    isPreview,
    deprecations = [],
  } = operation;
  const params = pathIdsSchema(path);
  const hasBody = method !== 'GET';
  const codes = [...lane.always, ...(hasBody ? lane.withBody : []), ...refusals];
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    ...(deprecations.some(({ of }) => of.part === 'operation') && { deprecated: true }),
    ...(deprecations.length > 0 && { 'x-deprecations': deprecations }),
    ...(isPreview && { 'x-stability': 'preview' }),
    security: lane.securityOf(operation),
    ...(params && { params }),
    querystring: query,
    ...(acceptsIdempotencyKey(operation) && { headers: IdempotencyHeaderSchema }),
    ...(hasBody && { body: media ? { content: described(media) } : body }),
    response: {
      [success]: describedAnswer(answer, file),
      ...problemResponses(lane, codes),
    },
  };
}

function describedAnswer(answer: Operation['answer'], file: FileAnswer | undefined): object {
  if ('document' in answer) return describedBare(answer);
  if (file === undefined) return answer;
  const content = { 'application/json': { schema: answer as TSchema }, ...file.content };
  return { ...file, description: `The document; with another \`Accept\`: ${file.description}`, content };
}

function describedBare({ document, headers }: BareAnswer): object {
  if (headers === undefined) return document;
  return { description: 'Default Response', headers, content: { 'application/json': { schema: document } } };
}

function described(media: Media): Media {
  return Object.fromEntries(Object.entries(media).filter(([, { schema }]) => schema !== undefined));
}
