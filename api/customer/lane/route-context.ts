import type { ApiPorts } from '../../ports/ports.ts';
import type { Access } from '../access/access.ts';
import type { PageCursors } from '../../frame/paging/page-cursor.ts';

/** The context of every route. */
export interface RouteContext {
  readonly ports: ApiPorts;
  readonly access: Access;
  readonly cursors: PageCursors;
}
