import type { BuildVersion } from '../../../domain/installation/build-version.ts';
import type { RunningConfiguration } from '../../../domain/installation/running-configuration.ts';
import type { GatewayFleetStore } from '../../../store/installation/gateway-fleet-store.ts';

interface ProcessDescriptionParts {
  readonly fleet: Pick<GatewayFleetStore, 'describe'>;
  readonly processId: string;
  readonly hostName: string;
  readonly build: BuildVersion;
}

/** The statement of a gateway process about itself in Postgres: its host, its build and its configuration. */
export interface ProcessDescription {
  /** States another configuration at the next look. */
  use(configuration: RunningConfiguration): void;
  /** Writes the statement if it has changed; rejects if Postgres does not answer, and the next look tries again. */
  look(): Promise<void>;
}

export function createProcessDescription(
  { fleet, ...parts }: ProcessDescriptionParts,
  first: RunningConfiguration,
): ProcessDescription {
  let configuration = first;
  let written: RunningConfiguration | undefined;
  return {
    use(next) {
      configuration = next;
    },
    async look() {
      const stated = configuration;
      if (stated === written) return;
      await fleet.describe({ ...parts, configuration: stated });
      written = stated;
    },
  };
}
