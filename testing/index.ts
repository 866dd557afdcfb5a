// The exports of `@truetally/testing`, except the global set-up `./engines`.
export { openScheduleWorld, type ScheduleWorld } from './schedules/schedule-world.ts';
export { openScheduleWorkspace, type ScheduleWorkspace, type Scheduled } from './schedules/schedule-workspace.ts';
export type { FakeReader } from './schedules/fake-reader.ts';
