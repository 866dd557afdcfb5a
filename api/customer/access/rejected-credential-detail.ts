import { otherTokenKindDetail, type AccessTokenKind } from '../../../domain/tenancy/token-kinds.ts';

/**
 * The sentence for a credential that is not accepted. It explains faults that anybody can see, and does not reveal
 * whether the credential exists.
 * @param token undefined if the header does not have the form `Bearer <key>`
 * @param wanted the description of an accepted credential
 */
export function rejectedCredentialDetail(token: string | undefined, kind: AccessTokenKind, wanted: string): string {
  if (token === undefined) return `The header \`Authorization\` must have the form \`Bearer <key>\`. Send ${wanted}.`;
  const other = otherTokenKindDetail(token, kind);
  return `This credential is not accepted here. ${other === undefined ? '' : `${other} `}Send ${wanted}.`;
}
