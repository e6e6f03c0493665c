import { z } from "zod";
import { timestamp } from "../../core/schemas";

/** A subtitle of a video as the API answers it. */
export const subtitle = z.strictObject({
  id: z.int().nonnegative(),
  name: z.string(),
  language: z.string(),
  vtt: z.string(),
});

export const videoRecord = z.strictObject({
  id: z.int().nonnegative(),
  subtitles: z.array(subtitle).readonly(),
});

const taskData = z.looseObject({ task_name: z.string(), url: z.string() });

const processingTime = z.strictObject({
  started_at: timestamp,
  completed_at: timestamp.nullable(),
  total_time_sec: z.number().nullable(),
});

/** An AI task as the API answers it. Names and statuses may be others than the documented ones. */
export const aiTaskRecord = z.strictObject({
  task_id: z.string(),
  status: z.string(),
  progress: z.int().nullable(),
  task_data: taskData,
  processing_time: processingTime,
});

export interface Subtitle extends Readonly<z.infer<typeof subtitle>> {}
export interface VideoRecord extends Readonly<z.infer<typeof videoRecord>> {}
export interface AiTaskData extends Readonly<z.infer<typeof taskData>> {}
export interface ProcessingTime extends Readonly<z.infer<typeof processingTime>> {}
export interface AiTaskRecord extends Readonly<z.infer<typeof aiTaskRecord>> {}
