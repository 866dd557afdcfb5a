import { idPattern } from '../../../../domain/kernel/id-prefixes.ts';
import type { Form } from '../../../tree/flag.ts';

const CASE_ID = new RegExp(idPattern('case'));

/** A case pinned to one of its versions. */
export interface PinnedCase {
  readonly case_id: string;
  readonly version: string;
}

/** A case and its version, as `case_…@1`. */
export const pinnedCase: Form<PinnedCase> = {
  rule: 'the id of one case and a version, as case_…@1',
  parse: (text) => {
    const [id = '', version = '', ...rest] = text.split('@');
    return CASE_ID.test(id) && /^[1-9]\d{0,18}$/.test(version) && rest.length === 0
      ? { case_id: id, version }
      : undefined;
  },
};
