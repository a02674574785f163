/** Failed attempts as bars, beside the sentence that says the same (accounts-and-store.md section 9: five). */
export function Attempts({ count }: { count: number }) {
  return (
    <div className="flex gap-2" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((n) => (
        <span key={n} className={`h-1.5 w-8 rounded-full ${n <= count ? "bg-danger" : "bg-line"}`} />
      ))}
    </div>
  );
}
