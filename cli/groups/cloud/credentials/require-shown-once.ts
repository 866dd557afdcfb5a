import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageFault } from '../../../output/command-fault.ts';
import { filterByJq } from '../../../output/filter-by-jq.ts';
import type { Context } from '../../../tree/context.ts';

/** A document of the form of a minted credential, for the check of a filter. */
const SAMPLE = {
  kind: 'minted-service-credential',
  data: {
    credential: { credential_id: '', service_id: '', label: '', grants: [''], team_ids: [''], readiness: 'minted' },
    predecessor: { credential_id: '', readiness: 'ready' },
    token: '',
  },
  request_id: '',
};

/**
 * Checks that the answer can be written before it exists. A credential whose text cannot be shown is lost.
 *
 * @throws CommandFault `usage` for an unusable `--output` or `--jq`
 */
export async function requireShownOnce({ cwd, globals: { output, jq } }: Context): Promise<void> {
  if (jq !== undefined) await filterByJq(JSON.stringify(SAMPLE), jq);
  if (output === undefined) return;
  const path = resolve(cwd, output);
  if (existsSync(path))
    throw usageFault(`The file ${output} exists, and the credential is shown only once.`, 'name another file');
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw usageFault(
      `The file ${output} cannot be created, and the credential is shown only once.`,
      'name another file',
    );
  }
}
