/** Downloads of a job: a single file as it is, or all of them in a ZIP that is created while it is sent. */
import { Readable } from 'node:stream';
import type { Deps } from '#api/deps.ts';
import type { EvidenceFile } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { customerFileKinds } from './listed-files.ts';
import { resultName } from './result-names.ts';
import { writeZip, type ZipSource } from './zip.ts';

type DownloadDeps = Pick<Deps, 'db' | 'files' | 'logger' | 'clock'>;
type DownloadableJob = {
  id: string;
  isPractice: boolean;
  serviceId: string;
  filesDeletedAt: Date | null;
  expiresAt: Date | null;
  finishedAt: Date | null;
};
type StoredFile = { name: string; kind: string; fileKey: string; contentType: string };

/** Downloads the results and documents of a job. Evidence is only for administrators. */
export async function downloadJob(deps: DownloadDeps, job: DownloadableJob): Promise<Response> {
  requireFiles(deps, job);
  const files = await deps.db.jobFile.findMany({
    where: { jobId: job.id, kind: { in: customerFileKinds } },
    orderBy: [{ kind: 'desc' }, { rowNumber: 'asc' }, { name: 'asc' }],
  });
  const [only] = files;
  if (!only) throw refusal('NOT_FOUND', jobMessages.noResultFiles());
  if (files.length === 1)
    return fileResponse(await deps.files.stream(only.fileKey), only.contentType, only.name);
  const zip = writeZip({ serviceId: job.serviceId, jobId: job.id }, sourcesOf(deps, files));
  zip.on('error', (error) => deps.logger.error({ jobId: job.id, err: error }, 'a download broke off'));
  return fileResponse(zip, 'application/zip', resultName(job, `${job.serviceId}_${job.id}.zip`));
}

/** Downloads one file of a job. Only administrators can download evidence. Throws NOT_FOUND or FILE_EXPIRED. */
export async function downloadFile(
  deps: DownloadDeps,
  job: DownloadableJob,
  fileId: string,
  reader: { isAdmin: boolean },
): Promise<Response> {
  requireFiles(deps, job);
  const file = await deps.db.jobFile.findFirst({ where: { id: fileId, jobId: job.id } });
  if (!file || (file.kind === 'evidence' && !reader.isAdmin)) throw new DomainError('NOT_FOUND');
  return fileResponse(await deps.files.stream(file.fileKey), file.contentType, file.name);
}

/**
 * Records in the audit log that an administrator opens a customer's file, then opens it. A missing file is not
 * recorded.
 */
export async function openedByAdmin(
  { db }: DownloadDeps,
  { adminId, jobId, fileId }: { adminId: string; jobId: string; fileId: string },
  open: () => Promise<Response>,
): Promise<Response> {
  const file = await db.jobFile.findFirst({ where: { id: fileId, jobId }, select: { name: true } });
  if (file) {
    const subject = `job/${jobId}`;
    const after = { file: file.name };
    await recordChange(db, { adminId, action: 'file opened', subject, before: null, after, reason: '' });
  }
  return open();
}

/** Lists the evidence of a job: what portals displayed when its rows could not continue. Only for administrators. */
export async function listEvidence(db: Deps['db'], jobId: string): Promise<EvidenceFile[]> {
  const job = await db.job.findUnique({
    where: { id: jobId },
    select: {
      files: {
        where: { kind: 'evidence' },
        orderBy: [{ rowNumber: 'asc' }, { name: 'asc' }],
        take: limits.evidenceListMax,
      },
    },
  });
  if (!job) throw new DomainError('NOT_FOUND');
  return job.files.map(({ id, name, rowNumber, requestId, sizeBytes, createdAt }) => ({
    id,
    requestId,
    name,
    rowNumber,
    size: sizeBytes,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Downloads evidence. A portal's page is untrusted content: only a picture gets its own content type, everything else
 * is sent as bytes that no browser renders.
 */
export async function downloadEvidence(deps: DownloadDeps, jobId: string, fileId: string): Promise<Response> {
  const file = await deps.db.jobFile.findFirst({
    where: { id: fileId, jobId, kind: 'evidence' },
    include: { job: true },
  });
  if (!file) throw new DomainError('NOT_FOUND');
  requireFiles(deps, file.job);
  const contentType = file.contentType === 'image/png' ? file.contentType : 'application/octet-stream';
  return fileResponse(await deps.files.stream(file.fileKey), contentType, file.name);
}

function requireFiles(deps: DownloadDeps, job: DownloadableJob): void {
  const expired = job.filesDeletedAt !== null || (job.expiresAt !== null && job.expiresAt <= deps.clock());
  if (expired) throw new DomainError('FILE_EXPIRED');
}

/** Puts documents into a folder of the ZIP (portals.md 1.2). */
function sourcesOf({ files }: DownloadDeps, stored: StoredFile[]): ZipSource[] {
  return stored.map(({ kind, name, fileKey }) => ({
    path: kind === 'document' ? `documents/${name}` : name,
    open: () => files.stream(fileKey),
  }));
}

/** Always sent as an attachment that the browser does not display, because a result may contain anything. */
function fileResponse(stream: Readable, contentType: string, name: string): Response {
  const asciiName = name.replace(/[^A-Za-z0-9._-]/g, '_');
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}
