import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { CUSTOMER_PATH } from '../../contracts/customer/operations.ts';
import { textSchema } from '../../contracts/wire/scalars.ts';
import { COMPONENTS, type Component } from '../../domain/kernel/components.ts';
import { problemResponses } from '../frame/description/problem-responses.ts';
import type { ApiApp } from '../frame/api-app.ts';
import type { RouteContext } from '../customer/lane/route-context.ts';
import { prefersMedia } from '../frame/transport/prefers-media.ts';
import type { CheckReadiness } from '../health/readiness.ts';
import { createDemoFigures } from './demo-figures.ts';
import { homePage, type HomeContent } from './home-page.ts';
import { HOME_POLICY } from './home-style.ts';

const path = (description: string) => textSchema(256, { minLength: 1, pattern: '^/', description });

const HomeSchema = Type.Object(
  {
    name: Type.Literal('truetally'),
    api: path('The base path of all operations'),
    documentation: path('The page that documents the operations'),
    description: path('The OpenAPI document'),
    liveness: path('The liveness of this process'),
    readiness: path('The state of all parts'),
  },
  { title: 'Home', additionalProperties: false },
);

const HOME = {
  name: 'truetally',
  api: CUSTOMER_PATH,
  documentation: '/docs',
  description: '/openapi.json',
  liveness: '/healthz',
  readiness: '/readyz',
} as const;

/** The parts with names for people; a part is up while all its components are. */
const PARTS: readonly { readonly name: string; readonly of: readonly Component[] }[] = [
  { name: 'API', of: ['api'] },
  { name: 'Worker', of: COMPONENTS.filter((name) => name.startsWith('worker.')) },
  { name: 'Indexer', of: ['indexer'] },
  { name: 'Relay', of: ['relay', 'reconciler'] },
];

/**
 * Registers `/`, which shows the addresses of all parts, as a page for browsers and as JSON for others. It shows no
 * data of a tenant.
 */
export function registerHome(app: ApiApp, { ports }: RouteContext, look: CheckReadiness): void {
  const { demo, reader, clock } = ports;
  const readFigures = demo && reader && createDemoFigures(reader, demo.scope, clock);
  app.get(
    '/',
    {
      schema: {
        operationId: 'home',
        summary: 'Lists the addresses of this service',
        description: 'Returns a page to browsers (`Accept: text/html`). Needs no credential, and shows no tenant data.',
        tags: ['operations'],
        security: [],
        response: { 200: HomeSchema, ...problemResponses(app.lane, ['rate_limited', 'internal_error']) },
      },
    },
    async (request, reply) => {
      void reply.header('vary', 'accept');
      if (!prefersMedia(request.headers.accept, 'text/html')) return HOME;
      const [{ postgres, clickhouse, components }, figures] = await Promise.all([look(), readFigures?.()]);
      const engines = [
        { name: 'Postgres', isUp: postgres === 'up' },
        { name: 'ClickHouse', isUp: clickhouse === 'up' },
      ];
      const parts = PARTS.map(({ name, of }) => ({
        name,
        isUp: of.every((component) => components?.[component].state === 'up'),
      }));
      const shown = demo && { demo: { ...demo, figures: figures ?? [] } };
      const home: HomeContent = { path: CUSTOMER_PATH, parts: [...parts, ...engines], ...shown };
      // The description only has the JSON, because client generators fail on HTML pages.
      return (reply as FastifyReply)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', HOME_POLICY)
        .send(homePage(home));
    },
  );
}
