import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { isDashboardEnabled } from '../../domain/management/configuration-rules.ts';

/** The port of the management plane under `npm start`, unless a setting names another one. */
const DEFAULT_PORT = 7_075;

/** The port at which the API of `npm start` serves the management plane; undefined if the file disables the plane. */
export function planManagementPlane(
  { dashboard }: Pick<ConfigurationFile, 'dashboard'>,
  setting: number | undefined,
): number | undefined {
  return isDashboardEnabled(dashboard) ? (setting ?? DEFAULT_PORT) : undefined;
}
