/** A subtitle of a video as the API answers it. */
export interface Subtitle {
  readonly id: number;
  readonly name: string;
  readonly language: string;
  readonly vtt: string;
}

export interface VideoRecord {
  readonly id: number;
  readonly subtitles: readonly Subtitle[];
}

export interface AiTaskData {
  readonly task_name: string;
  readonly url: string;
  readonly [field: string]: unknown;
}

export interface ProcessingTime {
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly total_time_sec: number | null;
}

/** An AI task as the API answers it. Names and statuses may be others than the documented ones. */
export interface AiTaskRecord {
  readonly task_id: string;
  readonly status: string;
  readonly progress: number | null;
  readonly task_data: AiTaskData;
  readonly processing_time: ProcessingTime;
}
