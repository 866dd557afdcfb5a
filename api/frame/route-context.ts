import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiPorts } from '../ports/ports.ts';
import type { Access } from './access/access.ts';
import type { PageCursors } from './paging/page-cursor.ts';

/** The application as routes see it: requests are typed by their schemas. */
export type ApiApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What every route is given. */
export interface RouteContext {
  readonly ports: ApiPorts;
  readonly access: Access;
  readonly cursors: PageCursors;
}
