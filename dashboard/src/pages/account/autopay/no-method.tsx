import { DialogFooter } from '../../../ui/dialog';

export function NoMethod({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className="stack">
      <p>No borrower of this loan has a stored payment method that can be charged.</p>
      <DialogFooter onCancel={onClose} onPress={onClose}>
        Close
      </DialogFooter>
    </div>
  );
}
