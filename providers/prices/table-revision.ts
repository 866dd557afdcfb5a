import { waitForUpdate } from '@pydantic/genai-prices';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';

/** The package of the price table, and its version. A test holds the version against the installed package. */
export const PRICE_PACKAGE = { name: '@pydantic/genai-prices', version: '0.1.8' } as const;

/**
 * The revision of the pricing rules. It is increased whenever the same table gives another price for the same answer.
 * Since 2, everything that decides a price is applied (decision 0195).
 */
const RULES = 'rules-2';

/**
 * The name and version of the package, a digest over every price, and the revision of the rules. Amounts of the same
 * revision come from the same table.
 */
export async function tableRevision(): Promise<string> {
  return `${PRICE_PACKAGE.name}@${PRICE_PACKAGE.version} ${sha256Digest(await waitForUpdate())} ${RULES}`;
}
