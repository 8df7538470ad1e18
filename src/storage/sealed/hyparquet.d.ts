/** Of the two packages, what we use. They are loaded only where an archive is written or read. */
declare module "hyparquet" {
  export interface AsyncBuffer {
    readonly byteLength: number;
    slice(start: number, end?: number): Promise<ArrayBuffer>;
  }
  export interface FileMetaData {
    readonly num_rows: bigint;
    readonly row_groups: readonly { readonly num_rows: bigint }[];
  }
  export interface ReadOptions {
    readonly file: AsyncBuffer;
    readonly metadata: FileMetaData;
    readonly columns?: readonly string[];
    readonly rowStart?: number;
    readonly rowEnd?: number;
    readonly filter?: Record<string, unknown>;
    readonly usePageIndex?: boolean;
    readonly useOffsetIndex?: boolean;
    readonly parsers?: { timestampFromMilliseconds?(ms: bigint): unknown };
  }
  export function parquetMetadataAsync(file: AsyncBuffer): Promise<FileMetaData>;
  export function parquetReadObjects(options: ReadOptions): Promise<Record<string, unknown>[]>;
  export function parquetRead(
    options: ReadOptions & { onChunk(chunk: { readonly columnData: ArrayLike<unknown> }): void },
  ): Promise<void>;
}

declare module "hyparquet-writer" {
  export interface Writer {
    readonly offset: number;
  }
  export interface ColumnData {
    readonly name: string;
    readonly data: ArrayLike<unknown>;
    readonly encoding?: string;
    readonly columnIndex?: boolean;
  }
  export class ParquetWriter {
    constructor(options: { writer: Writer; schema: readonly object[]; codec?: string });
    write(options: { columnData: readonly ColumnData[]; rowGroupSize: number; pageSize: number }): void;
    finish(): void;
  }
  export function fileWriter(file: string): Writer;
}
