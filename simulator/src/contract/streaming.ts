import { z } from "zod";
import { anyIdText, id, integerText, limitText, timestamp, uuid } from "../core/schemas";
import { contract } from "./operation";

export const subtitle = z.strictObject({ id, name: z.string(), language: z.string(), vtt: z.string() });

const taskData = z.looseObject({ task_name: z.string(), url: z.string() });

const processingTime = z.strictObject({
  started_at: timestamp,
  completed_at: timestamp.nullable(),
  total_time_sec: z.number().nullable(),
});

/** Names and statuses may be undocumented ones. */
export const aiTaskRecord = z.strictObject({
  task_id: z.string(),
  status: z.string(),
  progress: z.int().nullable(),
  task_data: taskData,
  processing_time: processingTime,
});

const aiTaskQuery = z.strictObject({
  task_id: uuid.optional(),
  task_name: z.enum(["transcription", "content-moderation"]).optional(),
  status: z.enum(["FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED", "SUCCESS"]).optional(),
  // Stays text, as the links to other pages repeat it.
  date_created: timestamp.optional(),
  ordering: z.enum(["task_id", "status", "task_name", "started_at"]).optional(),
  search: z.string().optional(),
  page: integerText.pipe(z.number().min(1)).default(1),
  limit: limitText(10, 100),
});

export const streaming = {
  listSubtitles: contract("GET /streaming/videos/{video_id}/subtitles", {
    summary: "List the subtitles of a video",
    documented: true,
    params: z.strictObject({ video_id: anyIdText }),
    replies: { 200: z.array(subtitle) },
  }),
  listAiTasks: contract("GET /streaming/ai/tasks", {
    summary: "List AI tasks",
    documented: true,
    query: aiTaskQuery,
    replies: {
      200: z.strictObject({
        count: z.int(),
        next: z.string().nullable().exactOptional(),
        previous: z.string().nullable().exactOptional(),
        results: z.array(aiTaskRecord),
      }),
    },
  }),
};

export type AiTaskQuery = z.infer<typeof aiTaskQuery>;
export interface Subtitle extends Readonly<z.infer<typeof subtitle>> {}
export interface AiTaskData extends Readonly<z.infer<typeof taskData>> {}
export interface ProcessingTime extends Readonly<z.infer<typeof processingTime>> {}
export interface AiTaskRecord extends Readonly<z.infer<typeof aiTaskRecord>> {}
