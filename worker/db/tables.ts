/**
 * The shape of every table, by hand: one file for each subject. tests/worker/lib/schema.test.ts holds them against the
 * migrations. Instants are epoch milliseconds, ids are UUIDv7.
 */
import { type AccountsTables, accountsColumns } from "./accounts-tables.ts";
import { type AnalyticsTables, analyticsColumns } from "./analytics-tables.ts";
import { type ApplicationWorkTables, applicationWorkColumns } from "./application-work-tables.ts";
import { type ApplicationTextsTables, applicationTextsColumns } from "./application-texts-tables.ts";
import { type ApplicationUploadsTables, applicationUploadsColumns } from "./application-uploads-tables.ts";
import { type ApplicationsTables, applicationsColumns } from "./applications-tables.ts";
import { type ArchiveTables, archiveColumns } from "./archive-tables.ts";
import { type ArticleListsTables, articleListsColumns } from "./article-lists-tables.ts";
import { type BackupsTables, backupsColumns } from "./backups-tables.ts";
import { type CandidateMailsTables, candidateMailsColumns } from "./hiring-mails-tables.ts";
import { type OpeningsTables, openingsColumns } from "./openings-tables.ts";
import { type EnquiriesTables, enquiriesColumns } from "./enquiries-tables.ts";
import type { ColumnsOf } from "./columns.ts";
import { type CredentialsTables, credentialsColumns } from "./credentials-tables.ts";
import { type FailedMessagesTables, failedMessagesColumns } from "./failed-messages-tables.ts";
import { type EmailTables, emailColumns } from "./email-tables.ts";
import { type FiguresTables, figuresColumns } from "./figures-tables.ts";
import { type ImportsTables, importsColumns } from "./imports-tables.ts";
import { type InsightsTables, insightsColumns } from "./insights-tables.ts";
import { type InterviewsTables, interviewsColumns } from "./interviews-tables.ts";
import { type MediaTables, mediaColumns } from "./media-tables.ts";
import { type OperationsTables, operationsColumns } from "./operations-tables.ts";
import { type ProtectionTables, protectionColumns } from "./privacy-tables.ts";
import { type SiteSearchTables, siteSearchColumns } from "./search-tables.ts";
import { type VisitsTables, visitsColumns } from "./visits-tables.ts";

export interface Database
  extends
    AccountsTables,
    AnalyticsTables,
    ApplicationTextsTables,
    ApplicationsTables,
    ApplicationWorkTables,
    ApplicationUploadsTables,
    ArchiveTables,
    ArticleListsTables,
    BackupsTables,
    CandidateMailsTables,
    OpeningsTables,
    EnquiriesTables,
    CredentialsTables,
    FailedMessagesTables,
    EmailTables,
    FiguresTables,
    ImportsTables,
    InsightsTables,
    InterviewsTables,
    MediaTables,
    OperationsTables,
    ProtectionTables,
    SiteSearchTables,
    VisitsTables {}

/** Column names by table, for the schema test. */
export const columns = {
  ...accountsColumns,
  ...analyticsColumns,
  ...applicationTextsColumns,
  ...applicationsColumns,
  ...applicationWorkColumns,
  ...applicationUploadsColumns,
  ...candidateMailsColumns,
  ...openingsColumns,
  ...figuresColumns,
  ...importsColumns,
  ...insightsColumns,
  ...interviewsColumns,
  ...archiveColumns,
  ...articleListsColumns,
  ...backupsColumns,
  ...enquiriesColumns,
  ...credentialsColumns,
  ...emailColumns,
  ...failedMessagesColumns,
  ...mediaColumns,
  ...operationsColumns,
  ...protectionColumns,
  ...siteSearchColumns,
  ...visitsColumns,
} as const satisfies ColumnsOf<Database>;
