import type { IdKind } from '../../../../domain/kernel/id-prefixes.ts';
import { ID_PREFIXES } from '../../../../domain/kernel/id-prefixes.ts';
import type { Argument } from '../../../tree/command.ts';
import { idOf } from '../../../tree/forms.ts';

/** A positional argument that is the id of a resource, such as `<rpt_…>`. */
export function idArgument(kind: IdKind, summary: string): Argument {
  return { name: `<${ID_PREFIXES[kind]}_…>`, summary, form: idOf(kind) };
}
