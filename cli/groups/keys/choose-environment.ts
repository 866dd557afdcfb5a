import { usageFault } from '../../output/command-fault.ts';
import type { Plane } from '../../plane/open-plane.ts';

const MOST_PAGES = 20;

/**
 * The environment of a new key: that of the flag, of the environment or of the profile, or else the only one that has
 * keys.
 *
 * @throws CommandFault `usage` with the environments if there are several or none
 */
export async function chooseEnvironment(plane: Plane, stated: string | undefined): Promise<string> {
  if (stated !== undefined) return stated;
  const found = plane.settings.find('environment');
  // A local installation has several environments, and its settings name the first one.
  const isLocal = found?.origin.endsWith('connection.json') === true;
  if (found !== undefined && !isLocal) return found.value;
  const known = await environmentsWithKeys(plane);
  const [only] = known;
  if (only !== undefined && known.length === 1) return only;
  if (only === undefined && found !== undefined) return found.value;
  throw usageFault(
    known.length === 0
      ? 'The command needs the environment of the key, and no environment has keys yet.'
      : `The command needs the environment of the key. These have keys: ${known.join(', ')}.`,
    '--environment <env_…>, TRUETALLY_ENVIRONMENT, or a profile (tt help profiles)',
  );
}

async function environmentsWithKeys(plane: Plane): Promise<string[]> {
  const found = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== ''; page += 1) {
    const { data } = await plane.call('management.keys.list', { query: { limit: '100', cursor } });
    for (const { environment_id: id } of data.keys) found.add(id);
    cursor = data.next_cursor;
  }
  return [...found].toSorted();
}
