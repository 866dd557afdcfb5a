import { otherKindOf, type AccessTokenKind } from '../../../domain/tenancy/token-kinds.ts';

/**
 * The sentence of a credential that is not accepted. It explains what anybody can see of one, and says nothing of
 * whether it exists.
 * @param token undefined where the header has another form than `Bearer <key>`
 * @param wanted what is accepted
 */
export function notAcceptedDetail(token: string | undefined, kind: AccessTokenKind, wanted: string): string {
  if (token === undefined) return `The header \`Authorization\` must have the form \`Bearer <key>\`. Send ${wanted}.`;
  const other = otherKindOf(token, kind);
  return `This credential is not accepted here. ${other === undefined ? '' : `${other} `}Send ${wanted}.`;
}
