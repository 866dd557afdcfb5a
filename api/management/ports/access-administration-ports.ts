import type { AccessChange } from '../../../domain/management/access-changes.ts';
import type { AuditStore } from '../../../store/installation/audit-store.ts';
import type { LoadCommonPasswords } from '../../../store/management/load-common-passwords.ts';
import type { OneTimePasswords } from '../../../store/management/one-time-passwords.ts';
import type { SessionAdministrationStore } from '../../../store/management/session-administration-store.ts';
import type { SubjectBindingStore } from '../../../store/management/subject-binding-store.ts';
import type { CredentialStore } from '../../../store/tenancy/credential-store.ts';
import type { TokenAdministrationStore } from '../../../store/management/token-administration-store.ts';
import type { UserAdministrationStore } from '../../../store/management/user-administration-store.ts';

/** The stores of users, sessions, tokens and the audit. */
interface AccessAdministration {
  readonly users: Omit<UserAdministrationStore, 'list' | 'idOf'>;
  readonly sessions: SessionAdministrationStore;
  readonly tokens: TokenAdministrationStore;
  readonly audit: Pick<AuditStore, 'list'>;
  readonly subjectBindings: SubjectBindingStore;
  readonly oneTimePasswords: OneTimePasswords;
  readonly loadCommonPasswords: LoadCommonPasswords;
}

/** The ports of the administration of access. */
export interface AccessAdministrationPorts {
  readonly accessAdministration: AccessAdministration;
  /** The keys of the customer lane, which prove the rights of a subject. */
  readonly credentials: Pick<CredentialStore, 'resolve'>;
  /** Called after each change of access; absent if no metric counts them. */
  readonly onAccessChange?: (change: AccessChange) => void;
}
