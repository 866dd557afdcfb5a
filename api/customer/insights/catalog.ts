import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { INSIGHT_CATALOGUE_DOCUMENT, InsightCatalogueSchema } from '../../../contracts/insight/catalogue.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const CatalogueSchema = envelopeOf('insight-catalog', InsightCatalogueSchema);

/** `customer.insights.catalog`: what can be asked. Answered from the build, with every analytics part down. */
export function registerInsightsCatalog(app: ApiApp, { access }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/insights/catalog`,
    {
      onRequest: access.requireOrganization,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.insights.catalog',
        summary: 'Read the measurement catalogue',
        description:
          'What can be asked: metrics, enumerations, refusals and limits. Answered from the build, also while every store is down.',
        tags: ['insights'],
        security: SECURITY,
        params: PATH.organization,
        querystring: NoQuerySchema,
        response: { 200: CatalogueSchema, ...problems() },
      },
    },
    (request) => ({ kind: 'insight-catalog' as const, data: INSIGHT_CATALOGUE_DOCUMENT, request_id: request.id }),
  );
}
