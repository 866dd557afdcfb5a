import type pg from 'pg';
import { notFound, Refusal } from '../../domain/kernel/errors.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';
import { USER_COLUMNS, userFromRow, type ManagementUser, type UserRow } from './user-rows.ts';

/** The subjects of the customer lane for which users of the management plane act. */
export interface SubjectBindingStore {
  /**
   * Lets a user act for the subject of a credential that the user has shown, while that credential is in force.
   * @throws Refusal `not_found` if there is no such user any more
   */
  bindByCredential(
    userId: string,
    credential: { readonly credentialId: string; readonly subjectId: string },
  ): Promise<ManagementUser>;
  /**
   * Lets the user of a name act for a subject, without an end.
   * @throws Refusal `not_found` if there is no such user or subject
   */
  bindByName(name: string, subjectId: string): Promise<ManagementUser>;
  /**
   * Ends the binding of a user. A user without a binding stays as it is.
   * @throws Refusal `not_found`
   */
  unbind(user: { readonly userId: string } | { readonly name: string }): Promise<ManagementUser>;
}

export function createSubjectBindingStore(pool: pg.Pool): SubjectBindingStore {
  return {
    async bindByCredential(userId, { credentialId, subjectId }) {
      const { rows } = await pool.query<UserRow>(
        `UPDATE management_users SET subject_id = $2, subject_credential_id = $3
         WHERE user_id = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
        [userId, subjectId, credentialId],
      );
      return foundRow(rows);
    },

    async bindByName(name, subjectId) {
      try {
        const { rows } = await pool.query<UserRow>(
          `UPDATE management_users SET subject_id = $2, subject_credential_id = NULL
           WHERE name = $1 AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
          [name, subjectId],
        );
        return foundRow(rows);
      } catch (error) {
        if (!violatesForeignKey(error)) throw error;
        throw new Refusal('not_found', `There is no subject ${subjectId}. Check the id.`);
      }
    },

    async unbind(user) {
      const { rows } = await pool.query<UserRow>(
        `UPDATE management_users SET subject_id = NULL, subject_credential_id = NULL
         WHERE (user_id = $1 OR name = $2) AND removed_at IS NULL RETURNING ${USER_COLUMNS}`,
        'userId' in user ? [user.userId, null] : [null, user.name],
      );
      return foundRow(rows);
    },
  };
}

function foundRow(rows: readonly UserRow[]): ManagementUser {
  const user = rows.map(userFromRow)[0];
  if (user === undefined) throw notFound('There is no such user. Check the list of users.');
  return user;
}
