import { FileTrigger } from 'react-aria-components';
import { Button } from './button';

interface ChooseFileProps {
  readonly file: File | undefined;
  /** Extensions and media types. */
  readonly accepted: readonly string[];
  readonly onChoose: (file: File | undefined) => void;
  readonly isDisabled?: boolean;
  /** Whether the form was submitted without it. */
  readonly isMissing: boolean;
}

/** A button for one file of the person's own machine, with the name of the one that was chosen. */
export function ChooseFile({ file, accepted, onChoose, isDisabled = false, isMissing }: ChooseFileProps) {
  return (
    <>
      <div className="filters">
        <FileTrigger acceptedFileTypes={[...accepted]} onSelect={(files) => onChoose(files?.[0])}>
          <Button isDisabled={isDisabled}>{file === undefined ? 'Choose a file' : 'Choose another file'}</Button>
        </FileTrigger>
        <span role="status">{file?.name}</span>
      </div>
      {isMissing && (
        <span className="error-text" role="alert">
          Please choose a file.
        </span>
      )}
    </>
  );
}
