import { pino } from 'pino';
import type { FramePorts } from '../api/ports/frame-ports.ts';
import { DefectError } from '../domain/kernel/errors.ts';
import { BUILD_VERSION } from '../runtime/telemetry/read-build-version.ts';

/** A port whose every use throws a DefectError: the description of a route needs no port. */
export const inertPort = new Proxy(
  {},
  {
    get: () => () => {
      throw new DefectError('The OpenAPI document needs no port.');
    },
  },
);

/** The frame ports for describing an application of any lane. */
export const unreachableFrame: FramePorts = {
  build: { version: BUILD_VERSION, commit: null },
  clock: { now: () => new Date(0) },
  newId: () => {
    throw new DefectError('The OpenAPI document needs no id.');
  },
  audit: inertPort as FramePorts['audit'],
  limits: { requestsPerCredential: 600, requestsPerAddress: 1_200, connectionsPerAddress: 256, trustedProxies: [] },
  isStoreUnavailable: () => false,
  logger: pino({ level: 'silent' }),
};
