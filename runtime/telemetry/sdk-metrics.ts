/**
 * The metrics of Temporal's SDK that our dashboard and documents use, with their meanings; the SDK serves further ones.
 * Durations are in seconds. A metric appears when it has its first value.
 */
export const SDK_METRICS = {
  temporal_activity_execution_latency_seconds: ['histogram', 'Duration of activities, by `activity_type`.'],
  temporal_activity_execution_failed_total: ['counter', 'Activities that failed, by `activity_type`.'],
  temporal_activity_schedule_to_start_latency_seconds: ['histogram', 'Time that activities wait for a worker.'],
  temporal_workflow_completed_total: ['counter', 'Workflows that completed, by `workflow_type`.'],
  temporal_workflow_failed_total: [
    'counter',
    'Workflows that failed because of a defect. A workflow that fails because its run failed is not counted.',
  ],
  temporal_workflow_task_execution_failed_total: [
    'counter',
    'Workflow tasks that failed, for example because of nondeterminism.',
  ],
  temporal_workflow_task_schedule_to_start_latency_seconds: [
    'histogram',
    'Time that workflow tasks wait for a worker.',
  ],
  temporal_request_failure_total: ['counter', 'Calls to Temporal that failed, by `operation` and `status_code`.'],
  temporal_worker_task_slots_used: ['gauge', 'Slots of a worker in use, by `task_queue` and `worker_type`.'],
  temporal_worker_task_slots_available: ['gauge', 'Slots of a worker that are free.'],
  temporal_sticky_cache_size: ['gauge', 'Workflows in the memory of a worker.'],
} as const satisfies Readonly<Record<`temporal_${string}`, readonly ['histogram' | 'counter' | 'gauge', string]>>;
