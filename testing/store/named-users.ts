import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Role } from '../../domain/management/roles.ts';
import { createLoginStore, type LoginStore } from '../../store/management/login-store.ts';
import { createUserAdministrationStore } from '../../store/management/user-administration-store.ts';
import type { ManagementUser } from '../../store/management/user-rows.ts';

/** The users of a database by their names, with passwords that stay, as the operator changes them. */
export interface NamedUsers extends LoginStore {
  add(user: { readonly name: string; readonly role: Role; readonly passwordHash: string }): Promise<ManagementUser>;
  list(options: { readonly withRemoved: boolean }): Promise<ManagementUser[]>;
  setRole(name: string, role: Role): Promise<ManagementUser>;
  setPassword(name: string, passwordHash: string): Promise<ManagementUser>;
  disable(name: string): Promise<ManagementUser>;
  enable(name: string): Promise<ManagementUser>;
  remove(name: string): Promise<ManagementUser>;
}

export function createNamedUsers(pool: pg.Pool, clock: Clock): NamedUsers {
  const users = createUserAdministrationStore(pool, clock);
  return {
    ...createLoginStore(pool, clock),
    add: (user) => users.create({ ...user, oneTimeUntil: undefined }),
    list: (options) => users.list(options),
    setRole: async (name, role) => users.changeRole(await users.idOf(name), role, undefined),
    setPassword: async (name, passwordHash) =>
      users.resetPassword(await users.idOf(name), { passwordHash, oneTimeUntil: undefined }, undefined),
    disable: async (name) => users.disable(await users.idOf(name), undefined),
    enable: async (name) => users.enable(await users.idOf(name)),
    remove: async (name) => users.remove(await users.idOf(name), undefined),
  };
}
