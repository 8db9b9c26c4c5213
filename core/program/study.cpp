#include "core/program/study.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <ostream>
#include <thread>

#include "core/program/files.h"
#include "core/program/model_file.h"
#include "core/program/progress_line.h"
#include "core/simulation/json.h"
#include "core/study/study_rows.h"
#include "core/study/study_runs.h"

namespace slipstick {
namespace {

/// Writes rows to their destination, each in one write, so that a killed process leaves complete lines.
class RowWriter {
 public:
  RowWriter(const std::string& path, std::ostream& out) : out_(out) {
    if (path != "-") file_ = std::fopen(path.c_str(), "ab");
    isFile_ = path != "-";
  }
  ~RowWriter() {
    if (file_) std::fclose(file_);
  }
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  bool good() const { return isFile_ ? file_ && !std::ferror(file_) : out_.good(); }
  void write(const std::string& text) {
    if (!isFile_)
      out_ << text << std::flush;
    else if (file_)
      std::fwrite(text.data(), 1, text.size(), file_), std::fflush(file_);
  }

 private:
  std::ostream& out_;
  std::FILE* file_ = nullptr;
  bool isFile_;
};

std::string placeText(std::int64_t done, std::int64_t runs, std::int64_t failed) {
  return std::to_string(done) + " of " + std::to_string(runs) + " runs" + (failed > 0 ? ", " + std::to_string(failed) + " failed" : "");
}

/// Computes runs on several threads and writes each row as soon as it is available; returns the number of failed runs.
std::int64_t compute(const StudyJob& job, const std::vector<std::int64_t>& runs, int jobs, RowWriter& writer, ProgressLine& progress) {
  const StudyPlan plan(job.study);
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<std::size_t> next{0};
  std::int64_t done = 0, failed = 0;
  int working = jobs;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < runs.size();) {
      const StudyRow row = computeStudyRow(job, plan, runs[i]);
      const std::lock_guard lock(mutex);
      writer.write(row.text);
      ++done, failed += !row.good;
      if (!writer.good()) next = runs.size();
    }
    const std::lock_guard lock(mutex);
    --working;
    changed.notify_one();
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < jobs; ++i) threads.emplace_back(work);
  const std::int64_t all = static_cast<std::int64_t>(runs.size());
  for (std::unique_lock lock(mutex); working > 0;
       progress.show(static_cast<double>(done) / static_cast<double>(std::max(1L, all)), placeText(done, all, failed)))
    changed.wait_for(lock, std::chrono::milliseconds(200));
  for (std::thread& thread : threads) thread.join();
  progress.clear();
  return failed;
}

/// Replaces the study of the document by the study of another file.
bool withStudyOf(const std::string& path, std::string& document, const Streams& streams, std::string& message) {
  std::string text;
  if (!readText(path, streams.in, text, message)) return false;
  Json model = Json::parse(document, nullptr, false), study = Json::parse(text, nullptr, false);
  if (study.is_object() && study.contains("study")) study = Json(study["study"]);
  if (!study.is_object()) {
    message = "'" + path + "' is not a study: it must be a JSON object such as {\"vary\": …}";
    return false;
  }
  if (!model.is_object()) return true;  // loading the model reports this
  model["study"] = std::move(study);
  document = model.dump(-1, ' ', false, Json::error_handler_t::replace);
  return true;
}

/// Reads the rows that a file already contains. Returns false with a message if the file exists but cannot be continued.
bool readEarlierRows(const CommandLine& line, const Streams& streams, const StudyHead& head, StudyRows& rows, std::string& message) {
  std::error_code error;
  if (line.output == "-" || !std::filesystem::exists(line.output, error)) return true;
  if (!line.resume) {
    if (line.force) return true;
    message = "'" + line.output + "' exists: --resume computes the missing runs, --force starts again";
    return false;
  }
  std::string text;
  if (!readText(line.output, streams.in, text, message)) return false;
  if (!readStudyRows(text, rows, message)) {
    message = "'" + line.output + "', " + message;
    return false;
  }
  if (rows.complete == 0) return true;
  const std::string difference = head.difference(rows.head);
  if (!difference.empty()) message = "cannot continue the rows in '" + line.output + "': " + difference;
  return difference.empty();
}

std::vector<std::int64_t> missingOf(const StudyRows& rows, std::int64_t runs, int part, int parts) {
  std::vector<std::int64_t> missing;
  for (std::int64_t run = part - 1; run < runs; run += parts)
    if (!rows.rows.count(run)) missing.push_back(run);
  return missing;
}

}  // namespace

ExitStatus runStudy(const CommandLine& given, const Streams& streams) {
  CommandLine line = given;
  if (line.output.empty()) line.output = "-";
  std::string message;
  StudyJob job{.document = {}, .fixed = line.parameters, .study = {}, .withSeconds = line.seconds};
  if (!readText(line.subject, streams.in, job.document, message)) return complain(streams, message);
  if (!line.study.empty() && !withStudyOf(line.study, job.document, streams, message)) return complain(streams, message);
  const auto model = modelOf(job.document, line.parameters, nameOf(line.subject), streams);
  if (!model) return wrongInput;
  if (!model->study) return complain(streams, "the model has no 'study', and --study is not given");
  job.study = *model->study;
  for (const StudyAxis& axis : job.study.axes)
    if (line.parameters.count(axis.parameter))
      return complain(streams, "--parameter fixes '" + axis.parameter + "', which the study varies");

  const StudyHead head = studyHead(job.document, line.parameters, *model, line.seconds);
  job.document = documentOfRuns(job.document).dump();
  StudyRows earlier;
  if (!readEarlierRows(line, streams, head, earlier, message)) return complain(streams, message);
  if (line.output != "-" && !canWrite(line.output, message)) return complain(streams, message);
  std::error_code error;
  if (!line.resume && line.force && std::filesystem::is_regular_file(line.output, error)) std::filesystem::remove(line.output, error);
  if (line.resume && std::filesystem::exists(line.output, error)) std::filesystem::resize_file(line.output, earlier.complete, error);
  RowWriter writer(line.output, streams.out);
  if (earlier.complete == 0) writer.write(head.text());

  const std::vector<std::int64_t> runs = missingOf(earlier, job.study.runs, line.part, line.parts);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int jobs = std::max(1, static_cast<int>(std::min<std::size_t>(line.jobs > 0 ? line.jobs : cores, runs.size())));
  ProgressLine progress(line, streams);
  const std::int64_t failed = compute(job, runs, jobs, writer, progress);
  if (!writer.good()) return complain(streams, "cannot write '" + line.output + "'");
  if (line.json) {
    const Json counts =
        object({{"runs", runs.size()}, {"failed", failed}, {"earlier", earlier.rows.size()}, {"seconds", progress.seconds()}});
    streams.out << counts.dump(2) << '\n';
    return solved;
  }
  char summary[160];
  std::snprintf(summary, sizeof summary, "%zu runs in %.3g s, %lld of them failed, %zu existed already\n", runs.size(), progress.seconds(),
                static_cast<long long>(failed), earlier.rows.size());
  streams.err << summary;
  return solved;
}

ExitStatus mergeStudies(const CommandLine& given, const Streams& streams) {
  CommandLine line = given;
  if (line.output.empty()) line.output = "-";
  std::string message, text;
  if (line.output != "-" && !canWrite(line.output, message)) return complain(streams, message);
  StudyRows all;
  std::string first;
  for (const std::string& path : line.files) {
    StudyRows rows;
    if (!readText(path, streams.in, text, message)) return complain(streams, message);
    if (!readStudyRows(text, rows, message)) return complain(streams, "'" + path + "', " + message);
    if (rows.complete == 0) continue;
    if (first.empty()) first = path, all.head = rows.head;
    if (const std::string difference = all.head.difference(rows.head); !difference.empty())
      return complain(streams, "the rows in '" + path + "' do not fit the rows in '" + first + "': " + difference);
    for (const auto& [run, row] : rows.rows)
      if (const auto [place, isNew] = all.rows.emplace(run, row); !isNew && place->second != row)
        return complain(streams, "run " + std::to_string(run) + " in '" + path + "' has another result than in a previous file");
  }
  if (first.empty()) return complain(streams, "there are no rows in these files");
  std::string merged = all.head.text();
  for (const auto& [run, row] : all.rows) merged += row;
  if (line.output == "-")
    streams.out << merged << std::flush;
  else if (!writeText(line.output, merged, message))
    return complain(streams, message);
  const std::string missing = missingRuns(all);
  if (line.json) streams.out << object({{"runs", all.rows.size()}, {"missing", missing}}).dump(2) << '\n';
  if (!missing.empty()) streams.err << "slipstick: missing runs: " << missing << '\n';
  return missing.empty() ? solved : solverFailed;
}

}  // namespace slipstick
