import type { NoticeDocument } from '../../../contracts/management/installation/notices.ts';
import { noticeTitle } from '../../../domain/notices/notice-kinds.ts';
import type { Notice } from '../../../store/notices/notice-store.ts';

/** A notice in the form of an answer. */
export function presentNotice(notice: Notice): NoticeDocument {
  return {
    notice_id: notice.noticeId,
    kind: notice.kind,
    title: noticeTitle(notice.kind),
    about: notice.about,
    ...(notice.workspaceId !== undefined && { workspace_id: notice.workspaceId }),
    detail: notice.detail,
    happened_at: notice.happenedAt.toISOString(),
    last_at: notice.lastAt.toISOString(),
    times: notice.times,
    ...(notice.readAt !== undefined && { read_at: notice.readAt.toISOString() }),
  };
}
